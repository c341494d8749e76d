export { default, ErrorBoundary, handle, meta } from "~/features/portal/sign-in/sign-in-link-route";
export { action, loader } from "~/features/portal/sign-in/sign-in-link-route.server";
