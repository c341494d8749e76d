export { default, ErrorBoundary, handle, meta } from "~/features/portal/split/split-route";
export { action, loader } from "~/features/portal/split/split-route.server";
