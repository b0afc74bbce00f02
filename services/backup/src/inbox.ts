import { createInbox, type NatsConnection } from "@nats-io/transport-node";

/**
 * A new subject for answers below the connection's own prefix, which alone its user may listen to. The client's type does
 * not show its options.
 */
export function newInbox(nc: NatsConnection): string {
  const { options } = nc as NatsConnection & { readonly options?: { readonly inboxPrefix?: string } };
  return createInbox(options?.inboxPrefix);
}
