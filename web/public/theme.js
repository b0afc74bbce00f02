// Runs before the first paint, so that a chosen theme does not flash. The page itself changes it in src/app/theme.ts.
{
  const theme = localStorage.getItem("satchel.theme");
  if (theme === "light" || theme === "dark") document.documentElement.style.colorScheme = theme;
}
