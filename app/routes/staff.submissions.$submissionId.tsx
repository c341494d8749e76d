export { default, ErrorBoundary, handle, meta } from "~/features/staff/review/review-route";
export { action, loader } from "~/features/staff/review/review-route.server";
