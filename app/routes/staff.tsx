export { default, ErrorBoundary, handle } from "~/features/staff/staff-route";
export { loader } from "~/features/staff/staff-route.server";
