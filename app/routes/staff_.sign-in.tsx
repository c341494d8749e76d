export { default, handle, meta } from "~/features/staff/sign-in/staff-sign-in-route";
export { action, loader } from "~/features/staff/sign-in/staff-sign-in-route.server";
export { ErrorBoundary } from "~/ui/error-page";
