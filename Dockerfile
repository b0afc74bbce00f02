# One image for all services: each container runs one of its programs. Built by `docker compose build`.

FROM node:24-slim AS build
WORKDIR /satchel
ENV TURBO_TELEMETRY_DISABLED=1
COPY . .
RUN npm ci --ignore-scripts && npm run build
# What runs, and nothing else: no sources, tests, compilers, nor anything of the embedded servers.
RUN node scripts/production-tree.mjs /image

FROM node:24-slim
WORKDIR /satchel
ENV NODE_ENV=production
# npm and its like are of no use to what runs here, but would be to somebody who broke in.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
  && mkdir -p /var/lib/satchel && chown node:node /var/lib/satchel
COPY --from=build --chown=root:root /image ./
USER node
VOLUME /var/lib/satchel
# PID 1 is Node itself: it takes SIGTERM and stops in order.
CMD ["node", "--version"]
