import "../services/standalone/dist/rebuild.js";
