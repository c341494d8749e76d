export { default, meta } from "~/features/portal/submission/submission-index-route";
export { loader } from "~/features/portal/submission/submission-index-route.server";
export { ErrorBoundary } from "~/features/portal/submission/submission-missing";
