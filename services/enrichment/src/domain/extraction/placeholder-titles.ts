/** Titles without information: of templates and programs, and those shown while a program starts or fails. */
const SAYS_NOTHING: readonly RegExp[] = [
  /^(?:home|home ?page|index|start(?:seite)?|accueil|inicio|p[aá]gina principal|welcome|document|blog|null|undefined|title|page title|\[object object\]|404|top|ホーム|首页)$/i,
  /^(?:untitled(?: document| page| site)?|unbenannt(?:es dokument)?|sans titre|sin t[ií]tulo|new page(?: \d+)?|no title)$/i,
  /^(?:(?:my |create )?(?:react|vue|vite|next|nuxt|svelte|sveltekit|angular|astro|ionic|gatsby|remix)(?:\.js)?(?: default)?(?: starter)?[ -]app|vite \+ [\w.]+(?: \+ ts)?|app|my ?app|website|my website)$/i,
  /^(?:(?:now )?loading|please wait|redirecting(?: to .{1,40})?|wird geladen|bitte warten|chargement(?: en cours)?|cargando|読み込み中|加载中)\s*(?:\.{1,3}|…)?$/i,
  // An address is shown beside the title anyway, and the words of it say more.
  /^https?:\/\/\S+$/i,
  // Only with its dots: without them it may be a song.
  /^just a moment\s*(?:\.{3}|…)$/i,
  /^(?:please enable javascript.{0,60}|javascript (?:is )?(?:disabled|required|not available|not enabled).{0,60}|(?:.{1,40} requires|you need to enable) javascript.{0,40}|enable javascript.{0,40})$/i,
];

/** Whether a title is a template's or a program's and not the page's. */
export function isPlaceholder(title: string): boolean {
  return SAYS_NOTHING.some((pattern) => pattern.test(title.trim()));
}
