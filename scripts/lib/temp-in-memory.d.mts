export function keepTempInMemory(env?: Record<string, string | undefined>, mounts?: string, room?: number): void;
