{
  message: string;
  pointer: string; // JSON pointer describing the invalid field
  issues: z.ZodIssue[];
}
