export { default, handle, meta } from "~/features/portal/split/split-route";
export { action, loader } from "~/features/portal/split/split-route.server";
export { ErrorBoundary } from "~/ui/error-page";
