export function bundle(source: string, outfile: string): Promise<void>;
