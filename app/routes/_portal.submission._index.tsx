export { default, ErrorBoundary, meta } from "~/features/portal/submission/submission-index-route";
export { loader } from "~/features/portal/submission/submission-index-route.server";
