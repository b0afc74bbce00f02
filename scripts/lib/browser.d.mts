export function browserOnPath(env?: NodeJS.ProcessEnv): string | undefined;
export function wantsShell(env?: NodeJS.ProcessEnv): boolean;
export function browserFault(env?: NodeJS.ProcessEnv): string;
export function extensionBrowserOnPath(env?: NodeJS.ProcessEnv): string | undefined;
export function wantsExtensionBrowser(env?: NodeJS.ProcessEnv): boolean;
export function firefoxOnPath(env?: NodeJS.ProcessEnv): string | undefined;
export function wantsFirefox(env?: NodeJS.ProcessEnv): boolean;
export const FIREFOX_FAULT: string;
