export { default, handle, meta } from "~/features/wizard/fix-link/fix-route";
export { action, loader } from "~/features/wizard/fix-link/fix-route.server";
export { ErrorBoundary } from "~/ui/error-page";
