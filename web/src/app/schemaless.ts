/**
 * Stands in for TypeBox in the bundle of the page. The page takes types, paths, limits and texts of the contracts and
 * checks nothing against their schemas at run time; the server does. Saves 16 kB (gzip) of the first visit.
 */
const schema = (): object => ({});

export default new Proxy({}, { get: () => schema });
