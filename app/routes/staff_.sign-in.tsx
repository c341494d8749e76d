export { default, ErrorBoundary, handle, meta } from "~/features/staff/sign-in/staff-sign-in-route";
export { action, loader } from "~/features/staff/sign-in/staff-sign-in-route.server";
