export { default, handle, meta } from "~/features/staff/review/review-route";
export { action, loader } from "~/features/staff/review/review-route.server";
export { StaffError as ErrorBoundary } from "~/features/staff/staff-error";
