import { vi } from "vitest";

// Test files share a process and its modules in `node_modules`; modules of the product and the tests are
// reset for each file.
vi.resetModules();
