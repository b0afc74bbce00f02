export const BASE_IMAGES: readonly string[];
