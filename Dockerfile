# Two images. The last stage, built by `docker compose build`: all services, each container runs one of its programs.
# `docker build --target household`: everything in one container, with NATS and PostgreSQL inside.

FROM node:24-slim AS build
WORKDIR /satchel
ENV TURBO_TELEMETRY_DISABLED=1
COPY . .
RUN npm ci --ignore-scripts && npm run build

FROM build AS household-tree
RUN node scripts/household-tree.mjs /image

FROM node:24-slim AS household
WORKDIR /satchel
# As scripts of npm start set them (decision 72); addresses are those of the container, so senders of mail are checked.
ENV NODE_ENV=production HOST=0.0.0.0 SMTP_HOST=0.0.0.0 DATA_DIR=/data PATH=/satchel/bin:$PATH
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
  && mkdir /data && chown node:node /data && ln -s /satchel/cli/bin/satchel.mjs /usr/local/bin/satchel
COPY --from=household-tree --chown=root:root /image ./
USER node
VOLUME /data
EXPOSE 3000 2525
HEALTHCHECK --interval=30s --timeout=10s --start-period=10m --start-interval=2s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# PID 1 is Node itself, by env: it takes SIGTERM and stops in order.
CMD ["satchel", "serve"]

FROM build AS tree
# What runs, and nothing else: no sources, tests, compilers, nor anything of the embedded servers.
RUN node scripts/production-tree.mjs /image

FROM node:24-slim
WORKDIR /satchel
ENV NODE_ENV=production
# npm and its like are of no use to what runs here, but would be to somebody who broke in.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
  && mkdir -p /var/lib/satchel && chown node:node /var/lib/satchel
COPY --from=tree --chown=root:root /image ./
USER node
VOLUME /var/lib/satchel
# PID 1 is Node itself: it takes SIGTERM and stops in order.
CMD ["node", "--version"]
