import type { Bus } from "@satchel/chassis";

/** The bus, but for what is said on one subject. */
export function deafTo(bus: Bus, subject: string): Bus {
  const nc = new Proxy(bus.nc, {
    get: (target, name: keyof typeof bus.nc) => {
      if (name === "subscribe") {
        return (to: string, options: object) => target.subscribe(to === subject ? `deaf.${to}` : to, options);
      }
      const value: unknown = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { ...bus, nc };
}
