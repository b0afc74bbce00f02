import Type from "typebox";
import { isDnsServer, isHostAndPort, isUrlOf } from "./checks.ts";
import { Flag, List, Text, Whole } from "./setting.ts";

/** Settings of requests to the DNS, to pages, and to other services about pages. */
export const fetchingSettings = {
  DNS_SERVERS: List({
    check: isDnsServer,
    must: "be addresses, each with or without a port, separated by commas",
    example: "9.9.9.9, [2620:fe::fe]:53",
    description: "DNS servers for checking senders and fetching pages; none: the system's",
  }),
  FETCH_ALLOW: List({
    check: isHostAndPort,
    must: "be exact hosts, each with its port, separated by commas",
    example: "192.168.1.10:8080, intranet.example:80",
    description: "exact host:port pairs that may be fetched although their address is private",
  }),
  WEBHOOK_ALLOW: List({
    check: isHostAndPort,
    must: "be exact hosts, each with its port, separated by commas",
    example: "192.168.1.10:5678, automation.example:80",
    description: "exact host:port pairs that webhooks of any account may post to although their address is private",
  }),
  ICON_SERVICE_URL: Type.Optional(
    Text({
      check: (text) => isUrlOf("http", "https")(text.replaceAll("{host}", "host")) && text.includes("{host}"),
      must: "be an address with {host} in the place of the site's host",
      example: "https://icons.example/{host}.ico",
      description: "a service asked for icons that a site itself has none of; none: no one",
    }),
  ),
  FETCH_AT_ONCE: Whole({
    default: 8,
    minimum: 1,
    maximum: 200,
    description: "pages fetched at the same time",
  }),
  LINK_HEALTH: Flag({
    default: false,
    description: "on: each link is looked after once a week, whether its page is there",
  }),
};
