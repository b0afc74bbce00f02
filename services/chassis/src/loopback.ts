/** Whether an address to listen on can be reached from this machine alone (RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3). */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
