const uuidResult = z.string().uuid().safeParse(taskId);
if (!uuidResult.success) {
  throw new Error(`Invalid task ID format: ${taskId}`);
}
