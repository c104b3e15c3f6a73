import { type IconProps, Line } from "#app/ui/icons.tsx";

export function IconInstagram(props: IconProps) {
  return (
    <Line
      {...props}
      d="M8.5 4h7a4.5 4.5 0 0 1 4.5 4.5v7a4.5 4.5 0 0 1-4.5 4.5h-7A4.5 4.5 0 0 1 4 15.5v-7A4.5 4.5 0 0 1 8.5 4zM8.2 12a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0M16.8 7.2v.1"
    />
  );
}

export function IconLinkedIn(props: IconProps) {
  return (
    <Line
      {...props}
      d="M5.5 3.5h13a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2zM8 11v5.5M8 7.8v.1M12 16.5V11M12 13.5c0-1.5 1-2.5 2.3-2.5s2.2 1 2.2 2.5v3"
    />
  );
}

export function IconYouTube(props: IconProps) {
  return (
    <Line
      {...props}
      d="M6 6h12a3.5 3.5 0 0 1 3.5 3.5v5A3.5 3.5 0 0 1 18 18H6a3.5 3.5 0 0 1-3.5-3.5v-5A3.5 3.5 0 0 1 6 6zM10.5 9.5l4.5 2.5-4.5 2.5z"
    />
  );
}

export function IconFacebook(props: IconProps) {
  return (
    <Line {...props} d="M14 8.5h2.5V5H14c-2.2 0-3.5 1.4-3.5 3.5v2H8V14h2.5v7H14v-7h2.4l.6-3.5h-3V9c0-.3.2-.5.5-.5z" />
  );
}
