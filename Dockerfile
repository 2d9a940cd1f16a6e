# Node's current LTS line; the suite also passes on 20 and 22 (.github/workflows/ci.yml).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
# .npmrc: no package runs code while it is installed.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY console/package.json console/package-lock.json console/.npmrc ./console/
RUN npm --prefix console ci --include=dev --no-audit --no-fund
COPY . .
# package.json is copied as it is, and a clone that was made after `umask 077` lets nobody else read it.
RUN chmod 644 package.json && npx tsc --noCheck && npm --prefix console run build && npm prune --omit=dev --no-audit --no-fund \
  && find node_modules -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.mts" -o -name "*.d.cts" \) -delete

FROM node:24.21.0-bookworm-slim
# In a container the only way in is the network: what may reach it is decided outside. See docs/deployment.md.
ENV NODE_ENV=production HOST=0.0.0.0
# Half of the pool may look up names at once; Node's 4 would leave two, which two silent name servers hold.
ENV UV_THREADPOOL_SIZE=64
# A stack names the line of the source.
ENV NODE_OPTIONS=--enable-source-maps
WORKDIR /app
# `leadkeep`, for `docker compose exec web leadkeep …`. A command looks up few names: with the pool of a process, each would
# take 64 threads more of the container's.
# What AUDIT_ANCHOR_FILE, CONSENT_HEADS_DIR and ERASURE_JOURNAL keep; a new volume gets its owner from here.
RUN printf '#!/bin/sh\nUV_THREADPOOL_SIZE=4 exec node /app/dist/src/cli/main.js "$@"\n' > /usr/local/bin/leadkeep \
  && chmod 755 /usr/local/bin/leadkeep \
  && install -d -o 1000 -g 1000 /var/lib/leadkeep /var/lib/leadkeep/erasures
# Owned by root: the processes read their program and cannot change it. Nothing that none of them runs.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/console/dist ./console/dist
COPY --from=build /app/examples ./examples
COPY --from=build /app/dist/src ./dist/src
COPY --from=build /app/dist/workers ./dist/workers
# `node`, as a number, so that Kubernetes' runAsNonRoot can tell.
USER 1000:1000
EXPOSE 3000 3001
# Each process of the Procfile is started with its own command (docker-compose.yml); this is the web.
CMD ["node", "--max-semi-space-size=64", "dist/src/web.js"]
