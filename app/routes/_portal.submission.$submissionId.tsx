export { default, ErrorBoundary, meta } from "~/features/portal/submission/submission-route";
export { action, loader } from "~/features/portal/submission/submission-route.server";
