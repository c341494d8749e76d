export { default, meta } from "~/features/public/mail/mail-route";
export { action, headers, loader } from "~/features/public/mail/mail-route.server";
export { ErrorBoundary } from "~/ui/error-page";
