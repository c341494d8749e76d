export { default, handle, meta } from "~/features/portal/sign-in/login-route";
export { action, loader } from "~/features/portal/sign-in/login-route.server";
export { ErrorBoundary } from "~/ui/error-page";
