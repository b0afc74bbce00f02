import { useState } from "react";

/** `system`: as the operating system has it. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Also read by public/first.js, before the first paint. */
const KEY = "satchel.theme";

const storedTheme = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "system";

/** Shows the page in a theme from now on, also when it is opened the next time. The tokens follow `color-scheme`. */
export function showTheme(theme: Theme): void {
  document.documentElement.style.colorScheme = theme === "system" ? "" : theme;
  if (theme === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
}

/** The theme that was chosen, and how to choose another. */
export function useTheme(): readonly [theme: Theme, choose: (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme);
  const choose = (chosen: Theme): void => {
    showTheme(chosen);
    setTheme(chosen);
  };
  return [theme, choose];
}
