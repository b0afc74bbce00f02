import { useState } from "react";

/** `system`: the operating system's theme. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Also read by public/first.js, before the first paint. */
const KEY = "satchel.theme";

const storedTheme = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "system";

/** Applies and stores a theme. The tokens depend on `color-scheme`. */
export function showTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme === "system" ? "" : theme;
  if (theme === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
}

/** The chosen theme, and its setter. */
export function useTheme(): readonly [theme: Theme, choose: (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme);
  const choose = (chosen: Theme): void => {
    showTheme(chosen);
    setTheme(chosen);
  };
  return [theme, choose];
}
