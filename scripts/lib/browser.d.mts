export function browserOnPath(env?: NodeJS.ProcessEnv): string | undefined;
export function canInstallBrowser(): boolean;
export function browserFault(env?: NodeJS.ProcessEnv): string;
