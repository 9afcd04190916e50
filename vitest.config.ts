import { defineConfig } from "vitest/config";

// On its own: vite.config.ts would compile pages for Remix.
export default defineConfig({ test: { include: ["test/**/*.test.ts"] } });
