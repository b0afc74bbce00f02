import { createInbox, type NatsConnection } from "@nats-io/transport-node";

/**
 * A new reply subject below the connection's own prefix, to which only its user may subscribe. The client's type does
 * not show its options.
 */
export function newInbox(nc: NatsConnection): string {
  const { options } = nc as NatsConnection & { readonly options?: { readonly inboxPrefix?: string } };
  return createInbox(options?.inboxPrefix);
}
