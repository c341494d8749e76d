export { default, ErrorBoundary, handle, shouldRevalidate } from "~/features/staff/staff-route";
export { loader } from "~/features/staff/staff-route.server";
