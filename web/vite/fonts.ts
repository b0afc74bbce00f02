/** Whether a file is a font of Latin script: what nearly every text is set in. */
export const isFirstFont = (file: string): boolean => /-latin-(?:opsz|wght)-[^/]*\.woff2$/.test(file);
