import type { ComponentProps } from "react";
import { type To, useHref, useLinkClickHandler } from "react-router-dom";

interface LinkProps extends Omit<ComponentProps<"a">, "href" | "target"> {
  readonly to: To;
  /** Takes the place of the present entry in the browser's history, as a link to the present address does anyway. */
  readonly replace?: boolean;
}

/** A link to an address of the page. The router's own brings along what it has for loading data, which nothing here uses. */
export function Link({ to, replace, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, replace === undefined ? {} : { replace });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
