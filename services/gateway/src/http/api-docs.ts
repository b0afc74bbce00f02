import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { serverPageStyle } from "../web/style.ts";

/** Swagger UI draws its icons from `data:` addresses, and styles some elements inline. It has no inline script. */
const POLICY = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/** Our colours and fonts in the place of its own, for the parts that show the most. */
const STYLE = `${serverPageStyle}
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag { font-family: var(--sans); }
.swagger-ui .info .title { font-family: var(--serif); font-weight: 400; }
.swagger-ui .scheme-container { background: transparent; box-shadow: none; }
.swagger-ui .opblock .opblock-summary-description { font-size: 14px; }
`;

/** The chosen theme of the page, else the system's: Swagger UI has a class for the dark one. */
const THEME = `const theme = localStorage.getItem("satchel.theme");
const isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.classList.toggle("dark-mode", isDark);
document.documentElement.style.colorScheme = isDark ? "dark" : "light";
`;

/**
 * `/api/docs`: the calls of the API, readable, and to be tried with the session of the page or a token. Nothing of it comes
 * from elsewhere. Needs `describeApi`.
 */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: POLICY,
    uiConfig: { layout: "BaseLayout", docExpansion: "none", filter: true, deepLinking: true },
    theme: {
      title: "Satchel: the API",
      css: [{ filename: "satchel.css", content: STYLE }],
      js: [{ filename: "theme.js", content: THEME }],
    },
  });
}
