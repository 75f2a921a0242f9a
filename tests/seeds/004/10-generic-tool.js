class GenericTool extends Tool {
  constructor(config, libraryInstance, functionPath) {
    super();
    this.name = config.name;
    this.description = config.description;
    this.config = config;
    this.library = libraryInstance;
    this.functionPath = functionPath || config.function;

    // Resolve function at construction time
    this.targetFunction = this.resolveFunction(this.functionPath);
    this.resultMapper = new ResultMapper();
  }

  resolveFunction(path) {
    // Parse path like "utils.format" or "methods[0]"
    // Handle dot notation, array indices, nested traversal
    // Validate resolved value is a function
  }

  async invoke(toolCall) {
    try {
      const args = this.parseArguments(toolCall.function.arguments);
      const result = await this.callFunction(args);
      const mappedResult = this.mapResult(result);
      return ToolResult.success(mappedResult);
    } catch (error) {
      const errorData = {
        functionName: this.functionPath,
        errorType: error.constructor.name,
        stack: error.stack,
        originalError: error
      };
      return ToolResult.failure(error.message, errorData);
    }
  }

  async callFunction(args) {
    const { instanceMethod = true, async: isAsync = true } = this.config;
    const argArray = this.prepareArguments(args);
    const context = instanceMethod ? this.library : null;

    if (isAsync) {
      return await this.targetFunction.apply(context, argArray);
    } else {
      return this.targetFunction.apply(context, argArray);
    }
  }

  prepareArguments(args) {
    // Convert object args to array based on parameter schema
    // Handle both single object and multiple parameter patterns
  }
}
