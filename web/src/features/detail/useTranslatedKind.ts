import { useTranslation } from "react-i18next";
import detail from "./texts.en.ts";

const isKnown = (kind: string): kind is keyof typeof detail.kinds => Object.hasOwn(detail.kinds, kind);

/** What a page is, in words; the server's own word where there is none for it. Undefined of none. */
export function useTranslatedKind(kind: string | null): string | undefined {
  const { t } = useTranslation("detail");
  if (kind === null) return undefined;
  return isKnown(kind) ? t(`kinds.${kind}`) : kind;
}
