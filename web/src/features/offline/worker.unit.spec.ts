import { expect, test, vi } from "vitest";
import { TAKE_OVER } from "../../session/names.ts";
import { changeToNewVersion, installWorker, type Workers } from "./start.ts";

/** A service worker, or its registration, as far as they are used. */
class Fake extends EventTarget {
  state = "installing";
  readonly postMessage = vi.fn();
  reach(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

function given({ isControlled, waiting = null }: { isControlled: boolean; waiting?: Fake | null }) {
  const registration = Object.assign(new EventTarget(), {
    waiting,
    installing: null as Fake | null,
    update: vi.fn(async () => undefined),
  });
  const workers = Object.assign(new EventTarget(), {
    controller: isControlled ? {} : null,
    register: vi.fn(async () => registration),
    getRegistration: async () => registration,
  });
  const find = (worker: Fake): void => {
    registration.installing = worker;
    registration.dispatchEvent(new Event("updatefound"));
  };
  return { registration, workers: workers as unknown as Workers & EventTarget, find };
}

test("the first worker of a browser is no new version, also where it controls the page when its installation is told", async () => {
  const { workers, find } = given({ isControlled: false });
  const onNewVersion = vi.fn();
  await installWorker(workers, onNewVersion);
  const worker = new Fake();
  find(worker);
  Object.assign(workers, { controller: {} });
  worker.reach("installed");
  expect(onNewVersion).not.toHaveBeenCalled();
});

test("one that comes beside another is told once all of it is there, and one that waited already at once", async () => {
  const { workers, find } = given({ isControlled: true });
  const onNewVersion = vi.fn();
  await installWorker(workers, onNewVersion);
  const worker = new Fake();
  find(worker);
  expect(onNewVersion).not.toHaveBeenCalled();
  worker.reach("installed");
  worker.reach("activated");
  expect(onNewVersion).toHaveBeenCalledOnce();

  const waited = vi.fn();
  await installWorker(given({ isControlled: true, waiting: new Fake() }).workers, waited);
  expect(waited).toHaveBeenCalledOnce();
});

test("coming back to the page looks for a new version once an hour, and needs no connection to go on", async () => {
  const { workers, registration } = given({ isControlled: true });
  let now = 0;
  const look = await installWorker(workers, vi.fn(), () => now);
  registration.update.mockRejectedValue(new TypeError("offline"));
  now = 3_599_000;
  look();
  expect(registration.update).not.toHaveBeenCalled();
  now = 3_600_000;
  look();
  look();
  expect(registration.update).toHaveBeenCalledOnce();
});

test("changing to the new version reloads when it has taken over, at once where it has already", async () => {
  const waiting = new Fake();
  const { workers } = given({ isControlled: true, waiting });
  const reload = vi.fn();
  await changeToNewVersion(workers, reload);
  expect(waiting.postMessage).toHaveBeenCalledWith(TAKE_OVER);
  expect(reload).not.toHaveBeenCalled();
  workers.dispatchEvent(new Event("controllerchange"));
  expect(reload).toHaveBeenCalledOnce();

  const again = vi.fn();
  await changeToNewVersion(given({ isControlled: true }).workers, again);
  expect(again).toHaveBeenCalledOnce();
});
