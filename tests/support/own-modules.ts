import { vi } from "vitest";

// Files of tests share a process, and with it what lies in `node_modules`; whatever the product and the
// tests themselves remember in their modules is each file's alone.
vi.resetModules();
