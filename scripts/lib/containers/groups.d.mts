export function makeHeavyGroup(name: string, processes: number, folder?: string): Promise<boolean>;
