/** The name or address in a Host header (RFC 9110 section 7.2) in lower case, without the port; "" when malformed. */
export function hostnameOf(hostHeader: string): string {
  const match = /^(\[[0-9a-f:.]+\]|[^:/?#@\s[\]]+)(?::\d{1,5})?$/i.exec(hostHeader);
  return match?.[1]?.toLowerCase() ?? "";
}
