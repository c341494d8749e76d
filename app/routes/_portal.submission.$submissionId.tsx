export { ErrorBoundary } from "~/features/portal/submission/submission-missing";
export { default, meta } from "~/features/portal/submission/submission-route";
export { action, loader } from "~/features/portal/submission/submission-route.server";
