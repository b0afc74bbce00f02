import "../services/standalone/dist/enrich-again.js";
