import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { probe } from "./OfflineBar.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function given(answers: boolean[]) {
  const isReachable = vi.fn(async () => answers.shift() ?? false);
  const onReached = vi.fn();
  const probing = probe({
    isReachable,
    onReached,
    setTimeout: (callback, ms) => setTimeout(callback, ms),
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  });
  return { isReachable, onReached, ...probing };
}

test("given a server that stays away, then it is asked ever more seldom, and at least twice a minute", async () => {
  const { isReachable, onReached } = given([]);
  const asked: number[] = [];
  for (let second = 1; second <= 121; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    if (isReachable.mock.calls.length > asked.length) asked.push(second);
  }
  expect(asked).toEqual([1, 2, 4, 8, 16, 32, 62, 92]);
  expect(onReached).not.toHaveBeenCalled();
});

test("given it answers again, then that is told once, and it is asked no more", async () => {
  const { isReachable, onReached } = given([false, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onReached).toHaveBeenCalledOnce();
  expect(isReachable).toHaveBeenCalledTimes(2);
});

test("given the browser says that there is a network, then it is asked at once, and often again", async () => {
  const { isReachable, askNow } = given([]);
  await vi.advanceTimersByTimeAsync(20_000);
  const before = isReachable.mock.calls.length;
  askNow();
  await vi.advanceTimersByTimeAsync(1100);
  expect(isReachable.mock.calls.length).toBe(before + 2);
});

test("given it is stopped, then nothing is told any more, not even by an answer under way", async () => {
  const { onReached, askNow, stop } = given([true]);
  askNow();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onReached).not.toHaveBeenCalled();
});
