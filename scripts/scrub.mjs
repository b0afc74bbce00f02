import "../services/standalone/dist/scrub.js";
