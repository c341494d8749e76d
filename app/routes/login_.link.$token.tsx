export { default, handle, meta } from "~/features/portal/sign-in/sign-in-link-route";
export { action, loader } from "~/features/portal/sign-in/sign-in-link-route.server";
export { ErrorBoundary } from "~/ui/error-page";
