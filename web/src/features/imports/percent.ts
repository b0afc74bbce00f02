/** A share from 0 to 1 as the language writes it: "42%", "42 %". Whole ones alone, and never 100 before it is. */
export const percentIn = (language: string, share: number): string =>
  new Intl.NumberFormat(language, { style: "percent" }).format(share < 1 ? Math.floor(share * 100) / 100 : 1);
