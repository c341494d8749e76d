export { default, ErrorBoundary, handle, meta } from "~/features/portal/sign-in/login-route";
export { action, loader } from "~/features/portal/sign-in/login-route.server";
